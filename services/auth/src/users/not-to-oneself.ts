import { AppError } from '@clearwatch/service-kit/errors/app-error';
import type { Actor } from '@clearwatch/service-kit/identity/actor';

/**
 * What an admin cannot do to himself, and why he reads so. The first three keep one active admin; the others keep
 * somebody who found a signed-in browser from getting past the password and the code it was signed in with.
 */
const SENTENCES = {
  deactivate: 'You cannot deactivate yourself. Another admin has to do it.',
  changeRole: 'You cannot change your own role. Another admin has to do it.',
  remove: 'You cannot delete yourself. Another admin has to do it.',
  resetPassword: 'You cannot reset your own password. Change it in your account instead.',
  resetTwoFactor:
    'You cannot reset your own two-factor authentication. Another admin has to do it, or you sign in with a recovery code.',
  unlock: 'You cannot unlock yourself. Another admin has to do it, or the lock ends by itself.',
} as const;

/** @throws AppError `conflict` with a sentence for the admin */
export function notToOneself(actor: Actor, userId: number, act: keyof typeof SENTENCES): void {
  if (actor.userId === userId) throw new AppError('conflict', SENTENCES[act]);
}
