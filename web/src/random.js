// crypto.randomUUID is there only where the browser trusts the connection, and a studio in
// one's own network is opened by a plain address.

/** 32 hexadecimal digits that nobody else draws. */
export const drawKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');
