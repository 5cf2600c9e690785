import { alertsInFull, forgetEverything, skipImport } from '../../testing/alerts-in-full.ts';
import { DetectionWorld } from '../../testing/detection-world.ts';
import { seeded } from '../../testing/seeded.ts';
import { suspiciousFiles } from '../../testing/suspicious-files.ts';

let world: DetectionWorld;
beforeAll(async () => {
  world = await DetectionWorld.start();
});
afterAll(async () => {
  await world.stop();
});
beforeEach(async () => {
  await forgetEverything(world.ledger.client);
});

describe('alerts after an undo', () => {
  it.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'are those of an installation that never had the imports (seed %i)',
    async (seed) => {
      const random = seeded(seed);
      const files = suspiciousFiles(5, random);
      // The first file stays: it holds the day on which the ledger begins.
      const undone = new Set([1 + random(5), 1 + random(5)]);
      for (const file of files) await world.analysed(file);
      const withAll = await alertsInFull(world.ledger.client);
      for (const file of undone) await world.undone(file + 1);
      const withoutSome = await alertsInFull(world.ledger.client);
      expect(withoutSome).not.toEqual(withAll);

      await forgetEverything(world.ledger.client);
      for (const [index, file] of files.entries()) {
        if (undone.has(index)) await skipImport(world.ledger.client, file.length);
        else await world.analysed(file);
      }
      expect(withoutSome).toEqual(await alertsInFull(world.ledger.client));
      expect(withoutSome.length).toBeGreaterThan(0);
    },
  );
});
