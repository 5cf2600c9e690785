import { CsvMapping } from '@clearwatch/contracts/csv-mapping.dto';
import type { fileLayoutOf } from '@clearwatch/domain/csv/guess-csv-mapping';
import { bigintAsNumber, timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Column, Entity, JoinColumn, OneToOne, PrimaryColumn } from 'typeorm';
import { ImportEntity } from '../imports/import.entity.ts';

/** @throws TypeError for an invalid mapping, such as one in an older format */
export function toCsvMapping(value: unknown): CsvMapping {
  const mapping = plainToInstance(CsvMapping, value);
  if (!(mapping instanceof CsvMapping) || validateSync(mapping).length > 0)
    throw new TypeError('The stored value is not a valid CSV column mapping');
  return mapping;
}

const parsedMapping = {
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null ? null : toCsvMapping(value)),
};

/** The mapping for all files with the same header, saved for later files. */
@Entity({ schema: 'ledger', name: 'csv_mappings' })
export class CsvMappingEntity {
  /** SHA-256 of the header, hex. */
  @PrimaryColumn('text') fingerprint!: string;
  @Column('jsonb', { transformer: parsedMapping }) mapping!: CsvMapping;
  @Column('integer', { nullable: true }) savedBy!: number | null;
  @Column('text') savedByName!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) savedAt!: string;
}

/** The mapping used to read one CSV file, stored as evidence. The import waits until it has a mapping. */
@Entity({ schema: 'ledger', name: 'import_csv_mappings' })
export class ImportCsvMappingEntity {
  @PrimaryColumn('bigint', { transformer: bigintAsNumber }) importId!: number;
  @Column('text', { nullable: true }) fingerprint!: string | null;
  /** Properties of the file rather than of its header: delimiter, rows above the table and number of columns. */
  @Column('jsonb') ownLayout!: ReturnType<typeof fileLayoutOf>;
  @Column('jsonb', { nullable: true, transformer: parsedMapping }) mapping!: CsvMapping | null;
  @Column('integer', { nullable: true }) givenBy!: number | null;
  @Column('text', { nullable: true }) givenByName!: string | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) givenAt!: string | null;
  @OneToOne(() => ImportEntity, { createForeignKeyConstraints: false })
  @JoinColumn({ name: 'import_id' })
  import!: ImportEntity;
}
