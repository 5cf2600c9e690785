/** Words that announce new bank details, the first sign of a changed payee (FIN-2016-A003). */
export const NEW_BANK_DETAILS =
  /\b(?:NEW|UPDATED|CHANGED|CHANGE (?:OF|IN)) (?:BANK(?:ING)?|REMIT(?:TANCE)?|ACC(?:TS?|OUNTS?)?)\b/;
