import type { Finding } from '@clearwatch/domain/detection/detector';
import {
  accountsOfFinding,
  deduplicateFinding,
  type ExistingAlert,
  type NeighboringAlert,
  riskWithOtherAlerts,
} from '@clearwatch/domain/detection/finding-to-alert';

export interface StoredAlert extends ExistingAlert, NeighboringAlert {
  activityType: string;
}

export interface AddedAlert extends StoredAlert {
  finding: Finding;
}

/** Alerts for a set of accounts. Findings are added so that each behavior has one alert. */
export class AccountAlerts {
  private readonly byAccount: Map<string, StoredAlert[]>;
  private readonly grownById = new Map<string, StoredAlert>();
  private readonly addedById = new Map<string, AddedAlert>();
  private readonly suppressedKeys = new Set<string>();

  /** @param isSuppressed whether a finding must not add an alert. Existing alerts still grow. */
  constructor(
    stored: readonly StoredAlert[],
    private readonly isSuppressed: (finding: Finding) => boolean,
  ) {
    const copies = stored.map((alert) => ({ ...alert }));
    this.byAccount = Map.groupBy(copies, ({ accountNumber }) => accountNumber);
  }

  get grown(): StoredAlert[] {
    return [...this.grownById.values()];
  }

  get added(): AddedAlert[] {
    return [...this.addedById.values()];
  }

  get suppressed(): number {
    return this.suppressedKeys.size;
  }

  /** Adds the findings from one analysis. Adding the same findings again has no effect. */
  add(findings: readonly Finding[]): void {
    // The order is fixed because an alert can raise the risk of the next alert on its account.
    for (const finding of findings.toSorted(byTrigger)) this.addFinding(finding);
  }

  private addFinding(finding: Finding): void {
    const alerts = [...accountsOfFinding(finding)].flatMap((account) => this.byAccount.get(account) ?? []);
    const sameType = alerts.filter(({ activityType }) => activityType === finding.activityType);
    const decision = deduplicateFinding(finding, sameType);
    if (decision.action === 'raise') {
      const alert = alerts.find(({ id }) => id === decision.alertId);
      if (alert === undefined) throw new Error('the alert to extend is not among the open alerts');
      alert.amountCents = decision.amountCents;
      if (!this.addedById.has(alert.id)) this.grownById.set(alert.id, alert);
    }
    if (decision.action !== 'insert') return;
    const { activityType, triggerEntryId } = decision.finding;
    if (this.isSuppressed(decision.finding)) this.suppressedKeys.add(`${activityType} ${triggerEntryId}`);
    else this.insert(decision.finding, riskWithOtherAlerts(decision.finding, alerts));
  }

  private insert(finding: Finding, riskLevel: StoredAlert['riskLevel']): void {
    const { activityType, category, accountNumber, triggerEntryId, triggerDay, amountCents } = finding;
    const alert: AddedAlert = {
      // Stored ids contain only digits.
      id: `added ${this.addedById.size}`,
      activityType,
      category,
      accountNumber,
      triggerEntryId,
      anchorDay: triggerDay,
      amountCents,
      reviewed: false,
      riskLevel,
      finding,
    };
    this.addedById.set(alert.id, alert);
    this.byAccount.set(accountNumber, [...(this.byAccount.get(accountNumber) ?? []), alert]);
  }
}

function byTrigger(left: Finding, right: Finding): number {
  const [leftKey = '', rightKey = ''] = [left, right].map(
    ({ triggerDay, activityType, accountNumber, triggerEntryId }) =>
      `${triggerDay} ${activityType} ${accountNumber} ${triggerEntryId}`,
  );
  return leftKey < rightKey ? -1 : 1;
}
