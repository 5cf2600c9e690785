import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { passwordProblem } from '../passwords/password-problem.ts';

/** The rules everybody's own choice follows. @throws AppError `unprocessable` with a sentence for the admin */
export function refuseWeakPassword(password: string, context: { username: string }): void {
  const problem = passwordProblem(password, context);
  if (problem !== null) throw new AppError('unprocessable', problem);
}
