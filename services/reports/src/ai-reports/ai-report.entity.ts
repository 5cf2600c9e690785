import type { Fact, ReportDocument, ReportType } from '@clearwatch/contracts/ai-reports';
import type { ReportState, ReportWriter } from '@clearwatch/contracts/ai-reports.dto';
import type { Day } from '@clearwatch/domain/calendar/day';
import type { AuditEntry } from '@clearwatch/service-kit/audit/audit-outbox';
import { timestampAsText } from '@clearwatch/service-kit/database/entity-columns';
import { Column, Entity, In, PrimaryGeneratedColumn } from 'typeorm';

@Entity({ schema: 'reports', name: 'ai_reports' })
export class AiReportEntity {
  @PrimaryGeneratedColumn('identity', { generatedIdentity: 'ALWAYS' })
  id!: number;
  @Column('text') reportType!: ReportType;
  @Column('text') title!: string;
  /** Markdown; a draft while a model is still writing. */
  @Column('text', { default: '' }) content!: string;
  @Column('text', { nullable: true }) prompt!: string | null;
  @Column('date', { nullable: true }) dateRangeStart!: Day | null;
  @Column('date', { nullable: true }) dateRangeEnd!: Day | null;
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) generatedAt!: string | null;
  @Column('text', { default: 'completed' }) state!: ReportState;
  @Column('integer', { nullable: true }) requestedBy!: number | null;
  @Column('text', { default: '' }) requestedByName!: string;
  @Column('timestamptz', { default: () => 'now()', transformer: timestampAsText }) requestedAt!: string;
  /** Updated every second while a worker is writing. When it is too old, another worker takes over. */
  @Column('timestamptz', { nullable: true, transformer: timestampAsText }) progressAt!: string | null;
  @Column('text', { nullable: true }) writer!: ReportWriter | null;
  @Column('text', { nullable: true }) model!: string | null;
  /** Why rules wrote the report instead of the language model, or why the report failed. */
  @Column('text', { nullable: true }) notice!: string | null;
  @Column('integer', { nullable: true }) promptTokens!: number | null;
  @Column('integer', { nullable: true }) completionTokens!: number | null;
  /** Estimated cost in US dollars. A floating-point number, unlike ledger amounts. */
  @Column('numeric', {
    precision: 12,
    scale: 6,
    nullable: true,
    transformer: {
      to: (value: number | null) => value,
      from: (value: string | null) => (value === null ? null : Number(value)),
    },
  })
  cost!: number | null;
  @Column('integer', { default: 0 }) unboundCount!: number;
  @Column('jsonb', { nullable: true }) document!: ReportDocument | null;
  @Column('jsonb', { default: [] }) facts!: Fact[];
  /** The job run that is allowed to write; a later run replaces it. */
  @Column('uuid', { nullable: true }) attempt!: string | null;
  /** Newest posting day in the ledger when the report was written. */
  @Column('date', { nullable: true }) asOf!: Day | null;
}

export const IS_OPEN = In<ReportState>(['pending', 'composing']);

export type ReportAction =
  `report.${'requested' | 'composed' | 'failed' | 'cancelled' | 'viewed' | 'exported' | 'deleted'}`;

/** @param detail must never contain the prompt, which may name a member */
export function reportAuditEntry(
  action: ReportAction,
  { id, title }: Pick<AiReportEntity, 'id' | 'title'>,
  detail?: AuditEntry['detail'],
): AuditEntry<ReportAction> {
  return { action, subject: { type: 'report', id, label: title }, ...(detail !== undefined && { detail }) };
}
