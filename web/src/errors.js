/** What went wrong, for people. @param {unknown} error */
export const messageOf = (error) => (error instanceof Error ? error.message : String(error));

/** The code by which the engine or the server names what it refused. @param {unknown} error */
export const codeOf = (error) =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** The server's status; 0 when it could not be reached, undefined for other errors.
 * @param {unknown} error @returns {number | undefined} */
export const statusOf = (error) =>
  error instanceof Error && 'status' in error ? Number(error.status) : undefined;
