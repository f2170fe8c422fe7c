// Degrees of sight as lengths on the screen. How large a pixel is, no browser knows; a bank card
// is the same size everywhere, so people lay one on the screen.

export const CARD_MM = 85.6;
/** What style sheets assume: 96 pixels an inch. */
export const USUAL_PX_PER_MM = 96 / 25.4;

/** CSS pixels that are seen under an angle.
 * @param {number} degrees @param {number} distanceCm @param {number} pxPerMm */
export const degreesToPx = (degrees, distanceCm, pxPerMm) =>
  2 * distanceCm * 10 * Math.tan((degrees * Math.PI) / 360) * pxPerMm;
