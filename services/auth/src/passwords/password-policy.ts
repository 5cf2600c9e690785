import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@clearwatch/contracts/users';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Some 49,000 passwords from published leaks, in lower case; part of the package, so no network is asked. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);

function isCommonPassword(lowerCase: string): boolean {
  return COMMON_PASSWORDS.has(lowerCase);
}

/** Words somebody who attacks this installation tries first (NIST SP 800-63B section 5.1.1.2, "context-specific"). */
const CONTEXT_WORDS = ['clearwatch', 'creditunion'];

/**
 * Why a new password is refused, as a sentence for its owner; null when it is fine. Any characters are allowed and
 * none are demanded: length and not being guessable are what counts.
 */
export function passwordProblem(password: string, context: { username: string }): string | null {
  const length = Array.from(password).length;
  if (length < PASSWORD_MIN_LENGTH) return `Password must be at least ${PASSWORD_MIN_LENGTH} characters`;
  if (length > PASSWORD_MAX_LENGTH) return `Password must be at most ${PASSWORD_MAX_LENGTH} characters`;
  const lowerCase = password.normalize('NFKC').toLowerCase();
  if (isCommonPassword(lowerCase))
    return 'This password is among the most common ones. Please choose another.';
  const core = lowerCase.replace(/[^\p{L}]/gu, '');
  const names = [...CONTEXT_WORDS, lettersOf(context.username)];
  if (core !== '' && names.includes(core)) {
    return 'The password must not be the user name or the name of this product, with or without digits.';
  }
  if (lowerCase === context.username.normalize('NFKC').toLowerCase()) {
    return 'The password must not be the user name.';
  }
  if (new Set(lowerCase).size < 3)
    return 'The password repeats one or two characters. Please choose another.';
  return null;
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}

/** The rules everybody's own choice follows. @throws AppError `unprocessable` with a sentence for the admin */
export function assertStrongPassword(password: string, context: { username: string }): void {
  const problem = passwordProblem(password, context);
  if (problem !== null) throw new AppError('unprocessable', problem);
}
