import { configure, getConfig } from '@testing-library/react';

/**
 * While a test waits, what is asked twenty times a second fails until the answer is there. Only the last failure is read by anybody,
 * and is given the picture of the document then; the others do without.
 */
export function makeNoPictureOfTries(): void {
  const { getElementError } = getConfig();
  configure({
    getElementError: (message, container) => {
      return isTrying() ? errorOfTry(message ?? '') : getElementError(message, container);
    },
  });
}

/** Its stack begins with its message, also when that has been given its picture: what is printed is the stack. */
function errorOfTry(message: string): Error {
  const error = Object.assign(new Error(message), { name: 'TestingLibraryElementError' });
  let stack = error.stack ?? '';
  return Object.defineProperty(error, 'stack', {
    get: () => stack.replace(message, () => error.message),
    set: (other: string) => {
      stack = other;
    },
  });
}

/** Said by the library's own `waitFor` around each try. */
const isTrying = (): boolean => Reflect.get(getConfig(), '_disableExpensiveErrorDiagnostics') === true;
