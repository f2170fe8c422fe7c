// What the checks leave in the window of a page they look at, to ask for it later.
interface Window {
  /** Counted: frames that were asked for. */
  framesAsked: number;
  frameTimes: number[];
  /** What was copied, in place of the clipboard. */
  copied: string;
  /** What was said to screen readers and on buttons. */
  told: string[];
  /** What was asked of the engines. */
  asked: { call: string; text?: string }[];
  /** ms from presses to answers. */
  answers: number[];
  /** The bare page around the instruments (tests/instruments/page.js). */
  instruments: any;
  /** The same with a game on it (tests/instruments/play-page.jsx). */
  play: any;
}

// A check knows what its selectors find; where it is wrong, it fails there.
interface ParentNode {
  querySelector(selectors: string): any;
  querySelectorAll(selectors: string): NodeListOf<any>;
}
