// What crosses borders: the engine's calls (docs/engine-calls.md), the server's answers
// (docs/openapi.json), what the build puts in, and levels as the pages use them.

declare const WORKER_URL: string;
declare const WASM_URL: string;

declare module '*.txt' {
  const text: string;
  export default text;
}

type Theme = 'light' | 'dark';
type Measures = Record<string, number | null | undefined>;
/** A fetched page that shows itself from a fragment address. */
type PageProps = { route: import('./route.js').Route };

// The engine.

/** A colour as #rrggbb or #rrggbbaa; null is not painted. */
type Colour = string | null;
/** Items of a draw list; lengths are in cells. */
type RectItem = [
  'rect',
  x: number,
  y: number,
  width: number,
  height: number,
  round: number,
  fill: Colour,
  stroke: Colour,
  thick: number,
];
type CircleItem = [
  'circle',
  x: number,
  y: number,
  radius: number,
  fill: Colour,
  stroke: Colour,
  thick: number,
];
type LineItem = [
  'line',
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  thick: number,
  stroke: Colour,
];
type PolygonItem = ['polygon', points: number[], fill: Colour];
type TextItem = ['text', x: number, y: number, height: number, fill: Colour, text: string];
type DrawItem = RectItem | CircleItem | LineItem | PolygonItem | TextItem;
interface Draw {
  width: number;
  height: number;
  player?: number;
  background: string;
  items: DrawItem[];
  rows?: string[];
}

/** A part of a board, in cells. */
interface BoardPart {
  x: number;
  y: number;
  width: number;
  height: number;
}

interface EngineMessage {
  severity: 'error' | 'warning';
  line: number;
  column: number;
  message: string;
}

interface Glyph {
  glyph: string;
  title: string;
}

/** A level's text cut into cells. */
interface Grid {
  before: string;
  rows: string[][];
  separator: string;
  after: string;
}

interface ParsedLevel {
  title: string;
  author: string;
  text: string;
  id?: string;
  width: number;
  height: number;
  valid: boolean;
  message?: string;
  draw?: Draw;
  grid?: Grid;
}

interface Parsed {
  game: string;
  name: string;
  title: string;
  levels: ParsedLevel[];
  messages: EngineMessage[];
  palette: Glyph[];
  playable?: boolean;
}

/** A position of a play. */
interface PlayState {
  handle: number;
  draw: Draw;
  part?: BoardPart;
  won: boolean;
  moves: string;
  n_moves: number;
  measures?: Measures;
  can_undo: boolean;
  can_redo: boolean;
  changed: boolean;
  message?: string;
  save: string;
}

interface Advice {
  outcome: 'solved' | 'unsolvable' | 'limit';
  move: string;
  cells: number[];
  text: string;
}

interface Solved {
  status: 'solved' | 'solved-already' | 'unsolvable' | 'limit';
  optimal: boolean;
  solution: string;
  measures?: Measures;
  moves: number;
  n_solutions?: number;
  count_complete?: boolean;
  warning?: { line: number; message: string };
}

interface Driver {
  feature: string;
  words: string;
  push: number;
}

interface Rated {
  calibrated: boolean;
  rating?: number | null;
  percentile?: number | null;
  drivers?: Driver[];
  message: string;
}

interface MadeLevel {
  text: string;
  id: string;
  title?: string;
  solution?: string;
  measures?: Measures;
  width: number;
  height: number;
}

interface Generated {
  levels: MadeLevel[];
  report?: { status: string; message?: string };
}

interface Mutated {
  text: string;
  rating?: number | null;
  before?: number | null;
}

type OptionValue = string | number | boolean;

/** An option of a generator. */
interface Option {
  name: string;
  type: string;
  default?: OptionValue;
  min?: number;
  max?: number;
  choices?: string[];
  help: string;
}

interface Generator {
  name: string;
  summary: string;
  options: Option[];
}

interface Format {
  name: string;
  title: string;
  endings: string[];
  read: boolean;
  write: boolean;
}

/** A game as the engine describes it. */
interface Kind {
  name: string;
  title: string;
  summary: string;
  from_source: boolean;
  measures: { name: string; help: string }[];
  generators: Generator[];
  formats: Format[];
  keys: { key: string; move: string }[];
  calibrated: boolean;
  mutate: boolean;
  squares: boolean;
  trim: boolean;
  palette: Glyph[];
}

// Levels as the pages use them.

interface Level {
  game: string;
  id?: string;
  text?: string;
  source?: string;
  /** Which level of the source, from 1. */
  level?: number;
  rules?: Record<string, string>;
  title?: string;
  difficulty?: string;
  percent?: number | null;
  best?: { moves?: number | null; pushes?: number | null };
  solution?: string;
  method?: string;
  measures?: Measures;
  width?: number;
  height?: number;
  /** The studio does not know it, so its plays are kept in this browser. */
  own?: boolean;
}

interface Pack {
  id: string;
  title: string;
  game: string;
  source?: string;
  levels: Level[];
}

// The server.

interface ServerLevel {
  id: string;
  game: string;
  text: string;
  source?: string;
  rules?: Record<string, string>;
  title?: string;
  difficulty?: number | null;
  best?: { moves?: number | null; pushes?: number | null };
}

interface ServerDaily {
  date: string;
  number: number;
  level: ServerLevel;
  best?: { moves?: number | null; pushes?: number | null };
}

interface ServerArchive {
  days: { date: string; number: number; level: string }[];
  total: number;
}

interface ServerPlayer {
  player: string;
  levels: {
    level: string;
    solved: boolean;
    best_moves?: number | null;
    best_pushes?: number | null;
  }[];
}
