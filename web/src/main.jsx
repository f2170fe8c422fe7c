// Starts the pages.
import { render } from 'preact';
import { App } from './app.jsx';
import { startScrolling } from './scroll.js';

startScrolling();
render(<App />, document.getElementById('app'));

if ('serviceWorker' in navigator) {
  addEventListener('load', () => navigator.serviceWorker.register('/sw.js').catch(() => {
    // Without it the pages work, only not offline.
  }));
}
