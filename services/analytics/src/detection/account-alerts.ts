import type { Finding } from '@clearwatch/domain/detection/detector';
import {
  accountsOfFinding,
  deduplicateFinding,
  type ExistingAlert,
  type NeighboringAlert,
  riskWithOtherAlerts,
} from '@clearwatch/domain/detection/finding-to-alert';

/** An alert of the table as far as new findings are weighed against it. */
export interface StoredAlert extends ExistingAlert, NeighboringAlert {
  activityType: string;
}

/** An alert that a finding has added; its amount may have grown since. */
export interface AddedAlert extends StoredAlert {
  finding: Finding;
}

/** The alerts of some accounts, while findings are weighed against them by the alert contract: one behaviour, one alert. */
export class AccountAlerts {
  private readonly byAccount: Map<string, StoredAlert[]>;
  private readonly grownById = new Map<string, StoredAlert>();
  private readonly addedById = new Map<string, AddedAlert>();
  private readonly silenced = new Set<string>();

  /** @param isSilent whether a finding may add no alert; those that stand grow all the same */
  constructor(
    stored: readonly StoredAlert[],
    private readonly isSilent: (finding: Finding) => boolean = () => false,
  ) {
    this.byAccount = Map.groupBy(
      stored.map((alert) => ({ ...alert })),
      ({ accountNumber }) => accountNumber,
    );
  }

  /** Those of the stored ones whose amount has grown. */
  get grown(): StoredAlert[] {
    return [...this.grownById.values()];
  }

  get added(): AddedAlert[] {
    return [...this.addedById.values()];
  }

  /** How many alerts would have been added, were their rules not silenced. */
  get suppressed(): number {
    return this.silenced.size;
  }

  /** Weighs what was found in one look; again the same changes nothing. */
  weigh(findings: readonly Finding[]): void {
    // A fixed order, because an alert can raise the risk of the next one on its account.
    for (const finding of findings.toSorted(byTrigger)) this.weighOne(finding);
  }

  private weighOne(finding: Finding): void {
    const alerts = [...accountsOfFinding(finding)].flatMap((account) => this.byAccount.get(account) ?? []);
    const sameType = alerts.filter(({ activityType }) => activityType === finding.activityType);
    const decision = deduplicateFinding(finding, sameType);
    if (decision.action === 'raise') {
      const alert = alerts.find(({ id }) => id === decision.alertId);
      if (alert === undefined) throw new Error('an alert that is to grow is one of those that stand');
      alert.amountCents = decision.amountCents;
      if (!this.addedById.has(alert.id)) this.grownById.set(alert.id, alert);
    }
    if (decision.action !== 'insert') return;
    if (this.isSilent(decision.finding)) this.silenced.add(findingKey(decision.finding));
    else this.add(decision.finding, riskWithOtherAlerts(decision.finding, alerts));
  }

  private add(finding: Finding, riskLevel: StoredAlert['riskLevel']): void {
    const alert: AddedAlert = {
      // Never among the ids of the table, which are digits.
      id: `added ${this.addedById.size}`,
      activityType: finding.activityType,
      category: finding.category,
      accountNumber: finding.accountNumber,
      triggerEntryId: finding.triggerEntryId,
      anchorDay: finding.triggerDay,
      amountCents: finding.amountCents,
      reviewed: false,
      riskLevel,
      finding,
    };
    this.addedById.set(alert.id, alert);
    this.byAccount.set(alert.accountNumber, [...(this.byAccount.get(alert.accountNumber) ?? []), alert]);
  }
}

function findingKey({ activityType, triggerEntryId }: Finding): string {
  return `${activityType} ${triggerEntryId}`;
}

function byTrigger(left: Finding, right: Finding): number {
  const leftKey = `${left.triggerDay} ${left.activityType} ${left.accountNumber} ${left.triggerEntryId}`;
  const rightKey = `${right.triggerDay} ${right.activityType} ${right.accountNumber} ${right.triggerEntryId}`;
  return leftKey < rightKey ? -1 : 1;
}
