// What the server tells of a study (docs/studies.md), as the participant's pages use it.

interface StudyContact {
  name: string;
  email: string;
  institution?: string;
}
interface StudyDevice {
  keyboard: boolean;
  headphones: boolean;
  full_screen: boolean;
  phone: boolean;
}
type StudyState = 'open' | 'paused' | 'closed' | 'deleted';

/** What anybody may know. */
interface StudyInfo {
  study: string;
  title: string;
  summary?: string;
  languages: string[];
  language: string;
  /** Page texts of the study's own in that language, by key. */
  interface?: Record<string, string>;
  state: StudyState;
  /** Why nobody can enter, by the code of the refusal; null: somebody can. */
  shut: string | null;
  minutes?: number | null;
  contact?: StudyContact | null;
  approval?: { board?: string; number?: string; from?: string; until?: string } | null;
  device: StudyDevice;
  version: number;
  retention_until?: string | null;
  /** Of the link: the panel's name for the person. */
  panel_parameter?: string | null;
}

interface StudyStatement {
  id: string;
  text: string;
  required: boolean;
}
interface StudyConsent {
  version: string;
  text: string;
  minimum_age: number;
  statements: StudyStatement[];
  special: StudyStatement[];
}

type StudyAnswer = number | string | string[] | null;
interface StudyQuestion {
  id: string;
  type: 'scale' | 'opposites' | 'likert' | 'one' | 'several' | 'number' | 'words' | 'mark';
  text?: string;
  from?: number;
  to?: number;
  low?: string;
  high?: string;
  options?: { id: string; text: string }[];
  no_opinion: boolean;
  required: boolean;
  special?: string;
  max_length: number;
  /** How many pictures are to be marked; 0: any number. */
  marks: number;
}

interface StudyTrial {
  kind: string;
  levels?: string[];
}
interface StudyPrompts {
  feedback: boolean;
  high_key: string;
  low_key: string;
  other_high_key: string;
  other_low_key: string;
}
type StudyPhaseType =
  | 'consent'
  | 'instructions'
  | 'instrument'
  | 'practice'
  | 'play'
  | 'rate'
  | 'compare'
  | 'survey'
  | 'debriefing'
  | 'end';
/** A phase of a plan; which members it has depends on its type. */
interface StudyPhase {
  seq: number;
  id: string;
  type: StudyPhaseType;
  title?: string;
  pages?: string[];
  minutes?: number;
  questions?: StudyQuestion[];
  trials?: StudyTrial[];
  undo?: boolean;
  instrument?: string;
  prompts?: StudyPrompts;
  words?: { word: 'high' | 'low'; voice: 'high' | 'low'; at_ms: number }[];
  free?: boolean;
  give_up?: 'any-time' | 'later' | 'never';
  give_up_seconds?: number;
  unwinnable?: boolean;
  ask?: 'solved' | 'ended';
  show?: 'each' | 'together';
  question?: string;
  least_pairs?: number;
  as_many_as_one_likes?: boolean;
  equal?: boolean;
  play?: boolean;
}
interface StudyLevel {
  game: string;
  text: string;
  rules?: Record<string, string>;
  source?: string;
  /** What has to be done to win. */
  goal?: string;
}
interface StudyPlan {
  name: string;
  version: number;
  language: string;
  languages: string[];
  title: string;
  summary?: string;
  minutes: number;
  contact?: StudyContact;
  device: StudyDevice;
  consent: StudyConsent;
  phases: StudyPhase[];
  levels: Record<string, StudyLevel>;
}

interface StudyProgress {
  phase: number;
  phase_id: string | null;
  in_phase: boolean;
  /** That goes on, or -1. */
  trial: number;
  n_done: number;
  ended: number[];
  answered: [string, number][];
  prompted: number[];
  consented: boolean;
  /** Ids of the special categories that were allowed. */
  special: string[];
  completed: boolean;
}
interface StudyCompletion {
  code?: string | null;
  url?: string | null;
}
/** All that is needed to go on. */
interface StudyMe {
  state: 'inside' | 'completed' | 'declined' | 'unfit';
  next_seq: number;
  plan: StudyPlan;
  progress: StudyProgress;
  completion: StudyCompletion | null;
}

interface StudyEvent {
  seq: number;
  type: string;
  phase: string;
  trial?: number;
  t: number;
  clock: number;
  data?: Record<string, unknown>;
}
type StudyEmit = (type: string, data?: Record<string, unknown>, trial?: number) => void;
/** Real time; tests shorten waits by a rate above 1, never their order. */
interface StudyClock {
  now(): number;
  rate: number;
}
type StudyStored = {
  next_seq: number;
  state: StudyMe['state'];
  completion: StudyCompletion | null;
};
