import { DocumentLayoutFields, SavedLayout } from '@clearwatch/contracts/document-layouts.dto';
import { timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { Column, Entity, PrimaryGeneratedColumn } from 'typeorm';

/** @throws TypeError for another shape, such as one in an older format */
export function parseAs<T extends object>(shape: new () => T, value: unknown): T {
  const parsed: unknown = plainToInstance(shape, value);
  if (!(parsed instanceof shape) || validateSync(parsed).length > 0)
    throw new TypeError(`The value is not a valid ${shape.name}`);
  return parsed;
}

/** A nullable jsonb column that is parsed when it is read. */
export const parsedAs = (shape: new () => object) => ({
  to: (value: unknown) => value,
  from: (value: unknown) => (value === null || value === undefined ? null : parseAs(shape, value)),
});

/** What a person said about the columns of all documents with the same layout. */
@Entity({ schema: 'ledger', name: 'document_layouts' })
export class DocumentLayoutEntity {
  @PrimaryGeneratedColumn('identity', { type: 'integer', generatedIdentity: 'ALWAYS' }) id!: number;
  @Column('text', { unique: true }) fingerprint!: string;
  @Column('text') name!: string;
  @Column('jsonb', { transformer: parsedAs(DocumentLayoutFields) }) layout!: DocumentLayoutFields;
  /** Counts the times it was saved, so that no one overwrites what they have not seen. */
  @Column('integer', { default: 1 }) version!: number;
  @Column('integer', { nullable: true }) savedBy!: number | null;
  @Column('text') savedByName!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) savedAt!: string;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) lastUsedAt!: string | null;
  @Column('integer', { default: 0 }) timesUsed!: number;
}

export function toSavedLayout(row: DocumentLayoutEntity): SavedLayout {
  const { id, name, layout, savedByName, savedAt, lastUsedAt, timesUsed } = row;
  const fields = Array.from(
    { length: layout.mapping.columnCount },
    (_, column) => layout.mapping.columns.find((one) => one.column === column)?.field ?? null,
  );
  const saved = { id, name, headings: layout.headings, fields, savedBy: savedByName, savedAt };
  return Object.assign(new SavedLayout(), saved, { lastUsedAt, timesUsed });
}
