// jsPsych carries the timeline: what comes after what, loops, conditions. What one sees is a
// component of ours, so all of it is one plugin.
import { ParameterType } from 'jspsych';
import { h, render } from 'preact';

/** @typedef {(place: HTMLElement) => Promise<any>} Show resolves when the screen is done */

/** Where a screen is shown, if there is one. @type {HTMLElement | null} */
let shown = null;

/** Takes away what is shown, when the page is left in the middle of it. */
export function clearScreen() {
  if (shown) render(null, shown);
  shown = null;
}

class ScreenPlugin {
  static info = {
    name: 'screen',
    version: '1.0.0',
    parameters: { show: { type: ParameterType.FUNCTION } },
    data: {},
  };

  /** @param {HTMLElement} display @param {{ show: Show }} trial */
  async trial(display, { show }) {
    shown = document.createElement('div');
    display.append(shown);
    try {
      await show(shown);
    } finally {
      clearScreen();
    }
    // What happened is in the log; jsPsych keeps nothing.
    return {};
  }
}

/** A screen as a trial. @param {Show} show */
export const screen = (show) => ({ type: ScreenPlugin, show });

/** A screen that is a component, done when it calls onDone.
 * @template P @param {import('preact').ComponentType<P & { onDone: (value?: any) => void }>} View
 * @param {() => P} props asked for when it is shown @param {(value: any) => void} [after]
 * @returns {ReturnType<typeof screen>} */
export const view = (View, props, after = () => {}) =>
  screen(async (place) => {
    after(
      await new Promise((onDone) =>
        render(h(/** @type {any} */ (View), { ...props(), onDone }), place),
      ),
    );
  });
