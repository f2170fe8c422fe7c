// Other programs, run beside the checks: one that is waited for in place would hold up all lanes.
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** What a program writes; fails when the program does. @returns {Promise<string>} */
export async function output(program, args) {
  const { stdout } = await run(program, args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return stdout;
}
