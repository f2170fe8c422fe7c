// Who this browser's player is. Several requests begin at once when a page opens, and when
// there is no player yet, or the server has forgotten it, they must not each make one: what
// one of them tells the server would belong to a player whom nobody remembers.

/** @typedef {{ key: string }} Player */

/** @param {object} means
 * @param {() => Player | null} means.load
 * @param {(player: Player | null) => void} means.save
 * @param {() => Promise<Player>} means.make asks the server for a player
 * @param {(work: () => Promise<string>) => Promise<string>} means.alone one tab at a time */
export function createKeeper({ load, save, make, alone }) {
  async function find() {
    const known = load();
    if (known) return known.key;
    const made = await make();
    save(made);
    return made.key;
  }

  /** @type {Promise<string> | undefined} */
  let coming;

  /** @returns {Promise<string>} */
  async function key() {
    const known = load();
    if (known) return known.key;
    coming ??= alone(find).finally(() => (coming = undefined));
    return coming;
  }

  return {
    /** Does something in the player's name; a key the server no longer knows is replaced once.
     * @template T @param {(key: string) => Promise<T>} ask
     * @param {(error: unknown) => boolean} isUnknown does it say that nobody has this key?
     * @returns {Promise<T>} */
    async use(ask, isUnknown) {
      const used = await key();
      try {
        return await ask(used);
      } catch (error) {
        if (!isUnknown(error)) throw error;
        // Another request may have replaced it since; then that player is the one.
        if (load()?.key === used) save(null);
        return ask(await key());
      }
    },
  };
}
