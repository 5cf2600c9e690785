import { build } from './build.ts';
import { readSettings, type Settings } from './settings.ts';

/**
 * Builds what is needed and runs a command for operators; its errors are sentences, its answer is its exit code.
 * @param failureCode for whatever keeps `work` from ending
 */
export async function runOperatorCommand(
  work: (settings: Settings) => Promise<number>,
  failureCode = 1,
): Promise<void> {
  try {
    const settings = readSettings(process.env);
    await build({ web: false });
    process.exitCode = await work(settings);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = failureCode;
  }
}
