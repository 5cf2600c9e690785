/** Words with a capital that every report of the field may use without naming anybody. */
const FIELD =
  'ACH Nacha NACHA SEC BSA AML KYC SAR SARs CTR CTRs OFAC FinCEN NCUA CFPB FFIEC FDIC UCC USA US U.S United States ' +
  'America American Federal Reserve Fed Bank Secrecy Act Regulation Code CFR USC Treasury Congress Patriot PATRIOT ' +
  'RDFI RDFIs ODFI ODFIs NOC NOCs IAT PPD CCD CTX WEB TEL ARC BOC POP RCK CIE MTE ADV COR DNE ENR TRC TRX XCK ' +
  'Monday Tuesday Wednesday Thursday Friday Saturday Sunday Mondays Fridays Christmas Thanksgiving Independence Labor ' +
  'Memorial Easter New Year Clearwatch Markdown English IT HR CEO CFO BEC PIN ID IDs AI LLC FAQ Same Day';

/** Words that open sentences of reports; a word that stands in the report's own facts and texts needs no place here. */
const COMMON =
  'a about above according account accounts across action actions activity add additional additionally after again ' +
  'against age ahead all almost alone along already also although always among amount amounts an analysis analyst ' +
  'analysts and another any anyone apart apply are around as ask at attention average balance balances banking based ' +
  'because before begin behind below beneath beside besides between beyond block board both branch business but by ' +
  'call can careful case cases cash caution certain change changes check clear close combined company companies ' +
  'compared comparison compliance concentration concern confirm consider consistent consistently contact continue ' +
  'contrast conversely credit credits current currently customer customers daily data day days debit debits decide ' +
  'decline declines deposit deposits despite detection direct document documents double down due during each early ' +
  'either elsewhere employer employers encourage end enhanced ensure entries entry equally escalate especially even ' +
  'every evidence examine examiners example except executive expect external fall figures file files finally finding ' +
  'findings first focus follow following for four fourth fraud from fully further furthermore general given good ' +
  'growth had half has have headline here hence high higher highlights historical hold how however if immediate ' +
  'immediately impact important in include including income increase increases indeed individual inflow inflows ' +
  'inform institution instead internal into investigate is it its just keep key large larger largest last lastly late ' +
  'later least lending less let level levels likely likewise limit limits lines list little loan loans long look low ' +
  'lower main maintain major make management many match meanwhile measured median member members membership method ' +
  'might money monitor monitoring month monthly months more moreover most much must nearly neither net never new next ' +
  'nine no none nonetheless nor normal not notable notably note nothing notify now number numbers of offer officer on ' +
  'once one ongoing only open operations or order other others otherwise our out outflow outflows outgoing over ' +
  'overall overview own part particular particularly patterns pay payment payments payroll peak per perhaps period ' +
  'place plan please point policy portfolio possible potential potentially prepare previous prior prioritize priority ' +
  'procedures profile provide purpose question quick quickly rather reach recent recently recommendation ' +
  'recommendations recommended recommend record reduce refer regarding regular relationship relative relevant remain ' +
  'remaining report reports request require resolve respectively response result results retain retention return ' +
  'returns review reviewed reviewing risk risks rule rules safe same scope second section sections see segment select ' +
  'senior separately seven several share shared should sign significant significantly similar similarly simultaneously ' +
  'since single situation six small smaller so some source sources specific specifically staff start state statistics ' +
  'step steps still strategic strategy strong stronger structuring subsequently such summary supervision support ' +
  'suspicious system table take taken targeted team ten terms than that the their them then there therefore these they ' +
  'third this those though three threshold thresholds through throughout thus time timing to today together top total ' +
  'totals toward track trace transaction transactions transfer transfers trend trends two type typical typically ' +
  'ultimately unauthorized under unexpected unit unless unlike until unusual unusually update up upon urgent use used ' +
  'using usual value values velocity verify very via view visibility volume volumes warning was watch we week weekly ' +
  'weeks well were what when where whereas whether which while who whole why wide will with withdrawal withdrawals ' +
  'within without work worth would year years yet you your zero';

/**
 * Tells words of the language from names: the words of the field, common ones, and those of the report's own texts.
 * Names must not be among the texts: "Acme" would become a word that any invented company may use.
 */
export function languageOf(texts: readonly string[]): (word: string) => boolean {
  const words = new Set(
    [FIELD, COMMON, ...texts].flatMap((text) =>
      (text.match(/[\p{L}\p{M}\p{N}]+(?:['’.-][\p{L}\p{M}\p{N}]+)*/gu) ?? []).map((word) =>
        word.toLowerCase(),
      ),
    ),
  );
  return (word) => {
    const lower = word.toLowerCase();
    return words.has(lower) || (lower.endsWith('s') && words.has(lower.slice(0, -1)));
  };
}
