import { inTransaction } from '@clearwatch/service-kit/database/transaction';
import { JobProducer } from '@clearwatch/service-kit/jobs/job-producer';
import { Today } from '@clearwatch/service-kit/time/calendar-day';
import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DataSource } from 'typeorm';
import { recipientsOf } from './fact.ts';
import { FoundFactsRepository } from './found-facts.repository.ts';
import { sarFacts } from './sar-facts.ts';
import { TellingRepository } from './telling.repository.ts';

/**
 * Looks through the tables for what has happened and tells whom it concerns. Looking twice is harmless: a fact is noted in the
 * transaction in which it is told, and told once.
 */
@Injectable()
export class CollectNotifications {
  constructor(
    @InjectDataSource() private readonly database: DataSource,
    private readonly found: FoundFactsRepository,
    private readonly telling: TellingRepository,
    private readonly today: Today,
    private readonly producer: JobProducer,
  ) {}

  /** @returns how many notifications were added */
  async collect(): Promise<number> {
    const added = await inTransaction(this.database, async (manager) => {
      if (!(await this.telling.takeTurn(manager))) return 0;
      const staff = await this.telling.staff(manager);
      // One after the other: they share the connection of the transaction.
      const facts = [
        ...(await this.found.ofRuns(manager)),
        ...(await this.found.ofImports(manager)),
        ...(await this.found.ofReports(manager)),
        ...(await this.found.ofAlerts(manager)),
        ...sarFacts(await this.found.reportableAlerts(manager), { staff, today: this.today.day() }),
      ];
      const told = (await this.telling.note(manager, facts)).flatMap((fact) =>
        recipientsOf(fact, staff).map((userId) => ({ userId, fact })),
      );
      await this.telling.tell(manager, told);
      return told.length;
    });
    if (added > 0) await this.producer.tell({ type: 'notifications.added', notifications: added });
    return added;
  }

  async dropOld(): Promise<void> {
    await this.telling.dropOld(this.database.manager);
  }
}
