/**
 * The key that finds all accounts of one person: first and last name in capitals, accents folded, blanks collapsed,
 * parted by `|` ("ANA|NUNEZ"). Null when both names are missing. Namesakes share a key; rules that look across
 * accounts therefore cap how many they join.
 */
export function memberKey(member: { firstName: string | null; lastName: string | null }): string | null {
  const first = folded(member.firstName);
  const last = folded(member.lastName);
  return first === '' && last === '' ? null : `${first}|${last}`;
}

function folded(name: string | null): string {
  return (name ?? '')
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toUpperCase()
    .replaceAll(/[\s|]+/gu, ' ')
    .trim();
}
