import { PASSWORD_MAX_LENGTH, PASSWORD_MIN_LENGTH } from '@clearwatch/contracts/users';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { dictionary } from '@zxcvbn-ts/language-common';

/** About 49,000 passwords from published leaks, in lower case. */
const COMMON_PASSWORDS: ReadonlySet<string> = new Set(dictionary['passwords-common']);

/** "Context-specific" words (NIST SP 800-63B section 5.1.1.2). */
const CONTEXT_WORDS = ['clearwatch', 'creditunion'];

/** Null for an acceptable password. Any characters are allowed and none are required (NIST SP 800-63B). */
export function passwordProblem(password: string, context: { username: string }): string | null {
  const length = Array.from(password).length;
  if (length < PASSWORD_MIN_LENGTH) return `Password must be at least ${PASSWORD_MIN_LENGTH} characters`;
  if (length > PASSWORD_MAX_LENGTH) return `Password must be at most ${PASSWORD_MAX_LENGTH} characters`;
  const lowerCase = password.normalize('NFKC').toLowerCase();
  if (COMMON_PASSWORDS.has(lowerCase)) return 'This password is too common. Please choose another.';
  const username = context.username.normalize('NFKC').toLowerCase();
  const core = lettersOf(lowerCase);
  if (core !== '' && [...CONTEXT_WORDS, lettersOf(username)].includes(core)) {
    return 'The password must not be the username or the name of this product, with or without digits.';
  }
  if (lowerCase === username) return 'The password must not be the username.';
  if (new Set(lowerCase).size < 3)
    return 'The password consists of one or two repeated characters. Please choose another.';
  return null;
}

function lettersOf(text: string): string {
  return text.replace(/[^\p{L}]/gu, '');
}

/** @throws AppError `unprocessable` with a message for the user or admin */
export function assertStrongPassword(password: string, context: { username: string }): void {
  const problem = passwordProblem(password, context);
  if (problem !== null) throw new AppError('unprocessable', problem);
}
