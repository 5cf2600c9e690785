import type { BackupStanding } from '@clearwatch/contracts/http/system-status';
import type { Row } from '@clearwatch/service-kit/database/row';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LAST_BACKUP, toBackupStanding } from './last-backup.ts';

/** When the last backup was made, as the program that made it has written down. */
@Injectable()
export class BackupStandingService {
  constructor(private readonly database: DataSource) {}

  /** Null while the database does not answer. */
  async read(): Promise<BackupStanding | null> {
    const [row] = await this.database.query<Row[]>(LAST_BACKUP).catch(() => []);
    return row === undefined ? null : toBackupStanding(row);
  }
}
