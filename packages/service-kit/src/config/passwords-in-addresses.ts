import { secretsOf } from './secret.ts';

/** Puts each password that was given apart into its address (`@PasswordOf`), where drivers look for it. */
export function passwordsInAddresses(
  shape: new () => object,
  values: Record<string, string>,
  problems: string[],
): Record<string, string> {
  const complete = { ...values };
  for (const { name, addressName } of secretsOf(shape)) {
    const [password, address] = [values[name], values[addressName ?? '']];
    if (addressName === undefined || password === undefined) continue;
    if (address === undefined) problems.push(`${name} is set, but ${addressName} is not`);
    // What is no address at all is told of by the rule of that setting.
    if (address === undefined || !URL.canParse(address)) continue;
    const url = new URL(address);
    if (url.password !== '')
      problems.push(`${name} is set, but ${addressName} holds a password too: keep one`);
    url.password = encodeURIComponent(password);
    complete[addressName] = url.toString();
  }
  return complete;
}
