// Which pair of levels tells most: the choice of lw/rating/pairs.h for the few levels that a page
// remembers. A level has a belief about its difficulty, a mean and a variance; an answer about two
// tells the more, the less is known of both and the more open it is.

/** @typedef {{ mean: number, variance: number }} Belief */

/** Before anything is known: difficulties of people's levels spread about this much. */
const START = 2.25;

/** Five-point Gauss-Hermite quadrature of a standard normal. */
const NODES = [-2.8569700138728056, -1.3556261799742659, 0, 1.3556261799742659, 2.8569700138728056];
const WEIGHTS = [
  0.011257411327720691, 0.22207592200561266, 0.53333333333333333, 0.22207592200561266,
  0.011257411327720691,
];

/** By how much an answer is expected to reduce the sum of both variances.
 * @param {Belief} a @param {Belief} b */
export function pairInformation(a, b) {
  const variance = a.variance + b.variance;
  const sd = Math.sqrt(variance);
  let information = 0;
  NODES.forEach((node, i) => {
    const p = 1 / (1 + Math.exp(-(a.mean - b.mean + sd * node)));
    information += WEIGHTS[i] * p * (1 - p);
  });
  const share = information / (1 + variance * information);
  return share * (a.variance ** 2 + b.variance ** 2);
}

/** What is believed of a level: its predicted place, by either of its names (see Level), and the
 * less open the more often it was compared.
 * @param {{ percent?: number | null, percentile?: number | null }} level
 * @param {number} compared times @returns {Belief} */
export function beliefOf({ percent, percentile }, compared) {
  const place = percent ?? percentile ?? null;
  // A normal spread read as a percentile, by the logistic curve that is nearest to it.
  const share = Math.min(0.98, Math.max(0.02, (place ?? 50) / 100));
  const known = place === null ? 1 : 0.5;
  return {
    mean: (Math.sqrt(START) * Math.log(share / (1 - share))) / 1.702,
    variance: (START * known) / (1 + compared),
  };
}
