import { runOperatorCommand } from '../run-operator-command.ts';

const USAGE = `npm run keys -- list                 names and ids of the keys, never the keys
npm run keys -- rotate <name>        puts a new key in front; the old ones are still accepted
npm run keys -- retire <name>        takes the old ones away
<name>: session, identity, two-factor or audit`;

await runOperatorCommand(async (settings) => {
  const [action = '', name = '', ...more] = process.argv.slice(2);
  const { listKeys } = await import('../key-rotation.ts');
  if (action === 'list' && name === '') return listKeys(settings);
  // Not before the build: it imports what the build makes.
  const { ROTATABLE_KEYS, retireKeys, rotateKey } = await import('../key-rotation.ts');
  const isKnown = Object.hasOwn(ROTATABLE_KEYS, name) && more.length === 0;
  if (action === 'rotate' && isKnown) return rotateKey(name, settings);
  if (action === 'retire' && isKnown) return retireKeys(name, settings);
  throw new Error(USAGE);
});
