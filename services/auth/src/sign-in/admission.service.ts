import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import type { Actor } from '@clearwatch/service-kit/identity/actor';
import { Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Account } from '../accounts/account.ts';
import { actingAs } from '../accounts/acting-as.ts';
import { nextStepOf } from '../accounts/to-sign-in-state.ts';
import { AuditLog } from '../audit/audit-log.service.ts';
import type { SecondFactor } from '../two-factor/second-factor.service.ts';

/** Lets somebody in and writes it down, both or neither. */
@Injectable()
export class Admission {
  constructor(
    private readonly database: DataSource,
    private readonly audit: AuditLog,
  ) {}

  /**
   * @param factor what was given last
   * @param letIn does it; what it did is undone when it answers false
   */
  async admit(
    caller: Actor,
    { account, factor }: { account: Account; factor: 'password' | SecondFactor },
    letIn: (actor: Actor, manager: EntityManager) => Promise<boolean>,
  ): Promise<boolean> {
    const actor = actingAs(caller, account);
    try {
      await inTransaction(this.database, async (manager) => {
        if (!(await letIn(actor, manager))) throw new NotLetIn();
        await this.audit.append(
          actor,
          {
            action: 'session.signed_in',
            subject: { type: 'user', id: account.id, label: account.username },
            detail: { factor, step: nextStepOf(account) },
          },
          manager,
        );
      });
      return true;
    } catch (error) {
      if (error instanceof NotLetIn) return false;
      throw error;
    }
  }
}

/** Undoes the transaction. */
class NotLetIn extends Error {}
