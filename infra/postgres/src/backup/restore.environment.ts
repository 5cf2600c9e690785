import { withStoredFiles } from '@clearwatch/ingest/uploads/stored-files.environment';
import { Secret } from '@clearwatch/service-kit/config/secret';
import { IsNotEmpty } from 'class-validator';
import { MigrationEnvironment } from '../migration.environment.ts';

/** A restore into fresh containers: the roles get the passwords of these, everything else comes from the backup. */
export class RestoreEnvironment extends withStoredFiles(MigrationEnvironment) {
  /** What the backup was encrypted by. */
  @IsNotEmpty({ message: 'BACKUP_KEY must be set' })
  @Secret()
  BACKUP_KEY!: string;
}
