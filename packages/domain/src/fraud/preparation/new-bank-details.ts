/**
 * Words that announce new bank details, the first sign of a changed payee (FIN-2016-A003). A new account that is opened or
 * funded announces nothing.
 */
export const NEW_BANK_DETAILS =
  /\b(?:NEW|UPDATED|CHANGED|CHANGE (?:OF|IN)) (?:BANK(?:ING)?|REMIT(?:TANCE)?|ACC(?:TS?|OUNTS?)?)\b(?! (?:FUND(?:ING|ED)?|OPEN(?:ING|ED)?|SET ?UP|FEES?|DEP(?:OSIT)?|BONUS))/;
