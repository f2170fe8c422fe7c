// Whoever goes from their study to the page for withdrawing need not type their code. Only they: on
// a shared computer the address alone shows nobody's code.

const NAME = 'lw.study.lent-code';

/** @param {string} code for the page that comes next in this tab */
export function lendCode(code) {
  try {
    sessionStorage.setItem(NAME, code);
  } catch {
    // Then it has to be typed.
  }
}

/** The code that was lent, once. */
export function takeLentCode() {
  try {
    const code = sessionStorage.getItem(NAME) ?? '';
    sessionStorage.removeItem(NAME);
    return code;
  } catch {
    return '';
  }
}
