import { RISK_LEVELS, type RiskLevel } from '@clearwatch/contracts/fraud/risk-level';
import type { CompanyFacts } from './company-facts.ts';
import { COMPANY_FLAGS, type CompanyFlagName } from './company-flags.ts';

export interface RaisedFlag {
  name: CompanyFlagName;
  riskLevel: RiskLevel;
  sentence: string;
}

export interface CompanyRisk {
  riskLevel: RiskLevel;
  /** The gravest first. */
  flags: RaisedFlag[];
}

/**
 * A company's risk: the gravest of its flags, low without any (detection catalogue, section 8). high: unauthorized returns
 * above 0.5 % of the debits with at least 3 of them (or at least 2 and 10 %), a spray of debits, or high alerts of at least 3
 * members that are a tenth of all it has. medium: administrative returns above 3 % or all returns above 15 % with at least 5 of them, a high-risk line of
 * business, class IAT, first seen less than 60 days ago with at least 5 members, or fewer than half of the debits on weekdays.
 */
export function companyRisk(facts: CompanyFacts): CompanyRisk {
  const names = Object.keys(COMPANY_FLAGS) as CompanyFlagName[];
  const flags = names.flatMap((name) => {
    const { riskLevel, sentence } = COMPANY_FLAGS[name];
    const said = sentence(facts);
    return said === null ? [] : [{ name, riskLevel, sentence: said }];
  });
  const gravest = Math.max(0, ...flags.map(({ riskLevel }) => RISK_LEVELS.indexOf(riskLevel)));
  return { riskLevel: RISK_LEVELS[gravest] ?? 'low', flags };
}
