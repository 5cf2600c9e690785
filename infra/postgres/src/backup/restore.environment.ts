import { Secret } from '@clearwatch/service-kit/config/secret';
import { IsNotEmpty, IsString } from 'class-validator';
import { MigrationEnvironment } from '../migration.environment.ts';

/** A restore into fresh containers: the roles get the passwords of these, everything else comes from the backup. */
export class RestoreEnvironment extends MigrationEnvironment {
  /** Where ingest will look for uploaded files. */
  @IsString({ message: 'DATA_DIR must be set' })
  DATA_DIR!: string;

  /** What the backup was encrypted by. */
  @IsNotEmpty({ message: 'BACKUP_KEY must be set' })
  @Secret()
  BACKUP_KEY!: string;
}
