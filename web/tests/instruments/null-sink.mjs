// A sound server of one's own (Debian's pulseaudio) with a sink that goes nowhere, and a recording
// of what is played into it.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const RATE = 48000;

const ended = (child) =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(true);
    else child.once('exit', done);
  });

/** Waits until the server can be asked. */
async function answers(env, daemon, log) {
  for (let tries = 0; spawnSync('pactl', ['info'], { env }).status !== 0; tries++) {
    if (tries > 300 || daemon.exitCode !== null) throw new Error(readFileSync(log, 'utf8'));
    await new Promise((done) => {
      setTimeout(done, 100);
    });
  }
}

/** @param {string} folder an empty one */
export async function openNullSink(folder) {
  const home = join(folder, 'home');
  mkdirSync(home);
  const script = join(folder, 'sink.pa');
  writeFileSync(
    script,
    `load-module module-native-protocol-unix socket=${folder}/socket auth-anonymous=1\n` +
      `load-module module-null-sink sink_name=study rate=${RATE} channels=2\n` +
      'set-default-sink study\n',
  );
  const env = {
    ...process.env,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    PULSE_RUNTIME_PATH: home,
    PULSE_STATE_PATH: home,
    PULSE_SERVER: `unix:${folder}/socket`,
  };
  const { PULSE_SERVER: _, ...ownEnv } = env;
  const log = openSync(join(folder, 'pulseaudio.log'), 'w');
  const daemon = spawn(
    'pulseaudio',
    ['-n', `--file=${script}`, '--daemonize=no', '--exit-idle-time=-1', '--use-pid-file=no'],
    { env: ownEnv, stdio: ['ignore', log, log] },
  );
  daemon.once('error', (error) => {
    console.error(`pulseaudio does not start: ${error.message}`);
    process.exit(1);
  });
  await answers(env, daemon, join(folder, 'pulseaudio.log'));
  return {
    /** For the browser. */
    env: { PULSE_SERVER: env.PULSE_SERVER },
    /** @returns {() => Promise<Float32Array>} ends the recording */
    record() {
      const file = join(folder, 'recording.f32');
      const child = spawn(
        'parec',
        ['--device=study.monitor', '--format=float32le', `--rate=${RATE}`, '--channels=1', '--raw'],
        { env, stdio: ['ignore', openSync(file, 'w'), 'inherit'] },
      );
      return async () => {
        child.kill('SIGTERM');
        await ended(child);
        const bytes = readFileSync(file);
        return new Float32Array(bytes.buffer, bytes.byteOffset, bytes.length >> 2);
      };
    },
    async close() {
      daemon.kill('SIGTERM');
      await ended(daemon);
    },
  };
}
