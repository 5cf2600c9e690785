import type { CreateUserRequest, StaffUser, UpdateUserRequest } from '@clearwatch/contracts/http/users';
import { AppError } from '@clearwatch/service-kit/errors/app-error';
import { type PageQuery, pageOf } from '@clearwatch/service-kit/http/page-query';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { PasswordHasher } from '../passwords/password-hasher.service.ts';
import { AdminActs, type Done } from './admin-acts.service.ts';
import { notToOneself } from './not-to-oneself.ts';
import { refuseWeakPassword } from './refuse-weak-password.ts';
import type { StoredUser } from './stored-user.ts';
import { toStaffUser } from './to-staff-user.ts';
import { normalisedUsername, usernameProblem } from './username.ts';
import { UsersRepository } from './users.repository.ts';

@Injectable()
export class UsersService {
  constructor(
    private readonly users: UsersRepository,
    private readonly acts: AdminActs,
    private readonly hasher: PasswordHasher,
  ) {}

  async list(query: PageQuery): Promise<{ items: StaffUser[]; total: number }> {
    const [users, total] = await Promise.all([this.users.list(pageOf(query)), this.users.count()]);
    return { items: users.map(toStaffUser), total };
  }

  /** @throws AppError `bad_request`, `unprocessable` or `conflict` with a sentence for the admin */
  async create(actor: Actor, request: CreateUserRequest): Promise<StaffUser> {
    const username = normalisedUsername(request.username);
    const problem = usernameProblem(username);
    if (problem !== null) throw new AppError('bad_request', problem);
    if (request.password !== request.confirmPassword) {
      throw new AppError('bad_request', "Passwords don't match");
    }
    refuseWeakPassword(request.password, { username });
    const passwordHash = await this.hasher.hash(request.password);
    const role = request.role ?? 'User';
    const isActive = request.isActive ?? true;
    const forceReset = request.forceReset ?? false;
    const newUser = { username, passwordHash, role, isActive, forceReset };
    return toStaffUser(await this.acts.create(actor, newUser));
  }

  /** What changes nothing is answered as it is: no event, no session ended. */
  async update(actor: Actor, id: number, request: UpdateUserRequest): Promise<StaffUser> {
    if ((request.isActive ?? request.role ?? null) === null) {
      throw new AppError('bad_request', 'Say what is to change: isActive or role.');
    }
    const after = await this.acts.change(actor, id, async (user, manager) => {
      const isActive = request.isActive ?? user.isActive;
      const role = request.role ?? user.role;
      const done = changesOf(user, { isActive, role });
      if (user.isActive && !isActive) notToOneself(actor, id, 'deactivate');
      if (user.role !== role) notToOneself(actor, id, 'changeRole');
      if (done.length > 0) await this.users.changeStanding(actor, id, { isActive, role }, manager);
      return done;
    });
    return toStaffUser(after);
  }

  async remove(actor: Actor, id: number): Promise<void> {
    notToOneself(actor, id, 'remove');
    await this.acts.remove(actor, id);
  }
}

function changesOf(user: StoredUser, to: Pick<StoredUser, 'isActive' | 'role'>): Done[] {
  const changes: Done[] = [];
  if (user.isActive !== to.isActive) {
    changes.push({ action: to.isActive ? 'user.activated' : 'user.deactivated' });
  }
  if (user.role !== to.role) {
    changes.push({ action: 'user.role_changed', detail: { from: user.role, to: to.role } });
  }
  return changes;
}
