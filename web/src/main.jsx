// Starts the pages.
import { render } from 'preact';
import { App } from './app.jsx';
import { startScrolling } from './scroll.js';

startScrolling();
const app = document.getElementById('app');
if (app) {
  app.replaceChildren();
  render(<App />, app);
}

if ('serviceWorker' in navigator) {
  addEventListener('load', () =>
    navigator.serviceWorker.register('/sw.js').catch(() => {
      // Without it the pages work, only not offline.
    }),
  );
}
