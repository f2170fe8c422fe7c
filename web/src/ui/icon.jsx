// Our own line icons on a 24 by 24 grid. They are always beside or inside something that
// has a name, so they are hidden from screen readers.
const paths = {
  play: 'M7 4.5v15l12-7.5z',
  make: 'M12 3v4M12 17v4M3 12h4M17 12h4M5.6 5.6l2.9 2.9M15.5 15.5l2.9 2.9M18.4 5.6l-2.9 2.9M8.5 15.5l-2.9 2.9',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM14 7l3 3',
  script: 'M8 7l-5 5 5 5M16 7l5 5-5 5M13.5 5l-3 14',
  insight: 'M4 20V10M10 20V4M16 20v-7M21 20H3',
  undo: 'M9 7L4 12l5 5M4 12h10a5 5 0 0 1 0 10h-2',
  redo: 'M15 7l5 5-5 5M20 12H10a5 5 0 0 0 0 10h2',
  restart: 'M5 5v5h5M5.5 10A7.5 7.5 0 1 1 5 14',
  hint: 'M9 18h6M10 21h4M12 3a6 6 0 0 0-3.5 10.9c.6.5 1 1.2 1 2.1h5c0-.9.4-1.6 1-2.1A6 6 0 0 0 12 3z',
  share: 'M12 15V4M8 8l4-4 4 4M5 13v6h14v-6',
  help: 'M9.2 9.2a2.9 2.9 0 1 1 4.3 2.5c-1 .6-1.5 1.2-1.5 2.3M12 17.5v.1M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18z',
  sun: 'M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6L19 19M19 5l-1.4 1.4M6.4 17.6L5 19',
  moon: 'M20 14.5A8.5 8.5 0 1 1 9.5 4a7 7 0 0 0 10.5 10.5z',
  near: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21M10.5 8v5M8 10.5h5',
  far: 'M10.5 17a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM15.5 15.5L21 21M8 10.5h5',
  close: 'M6 6l12 12M18 6L6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  warn: 'M12 4l9.5 16h-19zM12 10v4.5M12 17.4v.1',
  stop: 'M7 7h10v10H7z',
  save: 'M5 5h14v16l-7-4.5L5 21z',
  down: 'M12 4v12M7 11l5 5 5-5M5 20h14',
  next: 'M9 5l7 7-7 7',
  prev: 'M15 5l-7 7 7 7',
  up: 'M5 15l7-7 7 7',
  below: 'M5 9l7 7 7-7',
  trim: 'M7 3v14h14M3 7h14v14',
  mirror: 'M12 3v18M8 7l-5 5 5 5M16 7l5 5-5 5',
  rotate: 'M19 5v5h-5M18.5 10A7.5 7.5 0 1 0 19 14',
  harder: 'M4 18h4v-4h4v-4h4V6h4',
  easier: 'M4 6h4v4h4v4h4v4h4',
  offline:
    'M3 3l18 18M5 12a10 10 0 0 1 4-2.5M12 19v.1M8.5 15.5a5 5 0 0 1 5-1M19 12a10 10 0 0 0-6-2.9',
  calendar: 'M5 6h14v14H5zM5 10h14M9 3v4M15 3v4',
  folder: 'M3 19V6h6l2 3h10v10z',
  clear: 'M4 7h16M9 7V4h6v3M6.5 7l1 13h9l1-13M10 11v5M14 11v5',
  flag: 'M6 21V4h12l-3 4.5 3 4.5H6',
  list: 'M9 6h11M9 12h11M9 18h11M4.5 6v.1M4.5 12v.1M4.5 18v.1',
};

/** @typedef {keyof typeof paths} IconName */

/** @param {{ name: IconName }} props */
export function Icon({ name }) {
  return (
    <svg
      viewBox="0 0 24 24"
      fill="none"
      stroke="currentColor"
      stroke-width="2"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}
