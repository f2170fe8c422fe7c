// What crosses borders: the engine's calls (docs/engine-calls.md), the server's answers
// (docs/openapi.json), what the build puts in, and levels as the pages use them.

declare const WORKER_URL: string;
declare const WASM_URL: string;
/** Words of the auditory Stroop test, by word and voice: high-low → path. */
declare const SOUND_URLS: Record<string, string>;

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
  pushes?: number;
  expanded: number;
  seconds: number;
  n_solutions?: number;
  count_complete?: boolean;
  warning?: { line: number; message: string };
}

interface Driver {
  feature: string;
  words: string;
  push: number;
}

/** The thirds of the percentiles. */
type Band = 'easy' | 'medium' | 'hard';

interface Rated {
  calibrated: boolean;
  rating?: number | null;
  percentile?: number | null;
  band?: Band | null;
  drivers?: Driver[];
  message: string;
}

interface MadeLevel extends Partial<Rated> {
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
  report?: { status: string; message?: string; repeatable?: boolean };
  /** The levels in the format that was asked for. */
  file?: string;
}

interface Mutated {
  text: string;
  by: string;
  before: number;
  after: number;
}

/** What each call answers. */
interface EngineReplies {
  kinds: { version: number; kinds: Kind[] };
  parse: Parsed;
  draw: { draw: Draw };
  'play.open': PlayState;
  'play.do': PlayState;
  'play.undo': PlayState;
  'play.redo': PlayState;
  'play.restart': PlayState;
  'play.state': PlayState;
  'play.walk': { moves: string };
  'play.drag': { moves: string };
  'play.hint': Advice;
  'play.dead': Advice;
  'play.close': { closed: boolean };
  solve: Solved;
  squares: { dead: number[]; floor: number[] };
  rate: Rated;
  generate: Generated;
  mutate: Mutated;
  transform: { text: string; level: { id: string } };
  export: { text: string; ending: string; count: number };
  replay: { won: boolean };
  features: { features: { name: string; value: number | null }[] };
}
type EngineCall = keyof EngineReplies;
/** A request of one call; what else it takes is in docs/engine-calls.md. */
type EngineRequest<C extends EngineCall = EngineCall> = { call: C; [member: string]: unknown };

/** News of a long call, or of a job of the server. */
interface RunProgress {
  call?: string;
  fraction?: number | null;
  done?: number;
  total?: number;
  rate?: number;
  levels?: MadeLevel[];
  best?: MadeLevel;
  waiting?: boolean;
  away?: boolean;
}
interface CallOptions {
  onprogress?: (message: RunProgress) => void;
  signal?: AbortSignal;
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

interface LevelGenerator {
  name: string;
  summary: string;
  options: Option[];
  /** Options that a form shows at once; all when there is no such list. */
  main?: string[];
}

interface Format {
  name: string;
  title: string;
  endings: string[];
  read: boolean;
  write: boolean;
}

/** How cells of a game are painted. */
interface EditRules {
  blank: string;
  /** What a cleared board keeps around it. */
  frame: string | null;
  /** What there may be only one of, and what the other one becomes. */
  single: Record<string, string>[];
  separator: string;
  first_line: string | null;
  last_line: string | null;
}

/** A game as the engine describes it. */
interface Kind {
  name: string;
  title: string;
  summary: string;
  goal?: string;
  howto?: {
    text: string | null;
    level: number;
    steps: { moves: string; text: string }[];
    controls: string;
  };
  from_source: boolean;
  measures: { name: string; help: string }[];
  counters: string[];
  /** What a shortest solution has fewest of. */
  fewest: string | null;
  counts_solutions: boolean;
  generators: LevelGenerator[];
  /** What its levels can teach, for campaigns. */
  ideas: { name: string; help: string }[];
  formats: Format[];
  keys: { key: string; move: string }[];
  pointing: import('./board/board.jsx').Pointing;
  stride: number;
  /** Letters that a finger can take hold of; with ^ before them, all but these. */
  held: string | null;
  /** The key that a tap stands for. */
  tap: string | null;
  /** Moves are words, not letters. */
  words: boolean;
  editable: boolean;
  edit?: EditRules;
  transformations: string[];
  hints: boolean;
  calibrated: boolean;
  mutate: boolean;
  squares: boolean;
  palette: Glyph[];
}

// Games as the pages know them: what the build puts together (web/games.mjs).

interface GameHead {
  name: string;
  title: string;
  fromSource: boolean;
  editable: boolean;
}

/** Colours of cells that are no level yet. */
interface GridColours {
  back: string;
  cell: string;
  edge: string;
  ink: string;
  wall: string;
  bright: string;
}

/** What the editor of a game has besides cells. */
interface GameEditor {
  /** Brushes that are no cells. */
  brushes(): (Glyph & { help: string })[];
  /** A press with such a brush, at a point in drawn cells. */
  place(brush: string, grid: Grid, at: { x: number; y: number }): Grid;
  afterResize(grid: Grid): Grid;
  /** Drawn over cells that are no level yet. */
  items(grid: Grid, colours: GridColours): DrawItem[];
  Fields: import('preact').ComponentType<{ grid: Grid; onChange: (grid: Grid) => void }>;
}

/** A page that a game brings. */
interface GamePage {
  /** Of its address. */
  name: string;
  title(): string;
  icon: import('./ui/icon.jsx').IconName;
  /** The place of the runs of generators that are started there. */
  run: string;
  load(): Promise<import('preact').ComponentType<PageProps>>;
}

/** What a game brings for the pages, in src/games/GAME/web/index.js. All of it is optional. */
interface GamePart {
  /** The name of a letter of the drawn rows, where the palette's is not the right one. */
  letter?(letter: string): string | undefined;
  /** The board in words; '' where row by row will do. */
  describe?(rows: string[], name: (letter: string) => string, items: DrawItem[]): string;
  /** A level in which a brush stands at a column and row, to cut its picture out of. */
  sample?(glyph: string): { text: string; x: number; y: number };
  editor?: GameEditor;
  page?: GamePage;
  /** Of games that are made from a source: the one that the person works on, or an example. */
  source?(): Promise<string>;
  example?(): Promise<string>;
  /** The starter pack, where it is no levels.json. */
  starter?(): Promise<Level[]>;
  /** Levels under one source, to be exported together. */
  gather?(levels: Level[], source?: string): Promise<{ source?: string; levels: Level[] }>;
}

/** A row of a levels.json. */
interface StarterRow {
  id: string;
  /** The band it was made for; what it turned out to be is its band. */
  difficulty: string;
  text: string;
  moves?: number;
  pushes?: number;
  percent?: number;
  band?: Band;
}

declare module 'lw:game-texts' {
  export const texts: Map<string, object>;
}
declare module 'lw:translations' {
  export const translations: Map<string, () => Promise<{ default: object }>>;
}
declare module 'lw:games' {
  export const heads: GameHead[];
  export const parts: Map<string, GamePart>;
  export const packs: Map<string, () => Promise<{ default: StarterRow[] }>>;
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
  /** The band it was made for, of the levels that ship. */
  difficulty?: string;
  /** Where it stands among known levels, 0 to 100. */
  percent?: number | null;
  /** The same as the engine names it, of a level that was made. */
  percentile?: number;
  band?: Band | null;
  calibrated?: boolean;
  best?: { moves?: number | null; pushes?: number | null };
  solution?: string;
  method?: string;
  /** The studio's job that made it. */
  job?: string;
  measures?: Measures;
  width?: number;
  height?: number;
  /** The studio has it, so it can be reported there. */
  studio?: boolean;
  /** The level set it was chosen from. */
  set?: string;
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
  /** A key of the answer's sources: the text stands behind that source. */
  source_id?: string;
  rules?: Record<string, string>;
  title?: string;
  percentile?: number | null;
  band?: Band | null;
  calibrated?: boolean;
  /** The percentile's old name. */
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
