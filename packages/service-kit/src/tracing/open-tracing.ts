import type { ServiceEnvironment } from '../config/service-environment.ts';
import { within } from '../time/within.ts';

/** Part of the time a process has to end; spans that do not get through in it are lost. */
const FLUSH_PATIENCE_MS = 1_500;

type TracingEnvironment = Pick<
  ServiceEnvironment,
  'OTEL_EXPORTER_OTLP_ENDPOINT' | 'OTEL_EXPORTER_OTLP_HEADERS' | 'OTEL_TRACES_SAMPLER_ARG'
>;

/**
 * Sends spans to the operator's collector when one is named. Without, the libraries that make and send spans are not even loaded,
 * and what remains of each span is a call that does nothing.
 * @returns sends what is left; never fails
 */
export async function openTracing(
  name: string,
  environment: TracingEnvironment,
): Promise<() => Promise<void>> {
  const {
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_EXPORTER_OTLP_HEADERS: headers = '',
    OTEL_TRACES_SAMPLER_ARG: share,
  } = environment;
  if (endpoint === undefined) return async () => undefined;
  const { exportSpans } = await import('./export-spans.ts');
  const flush = exportSpans({ name, endpoint, headers: headersIn(headers), share });
  return async () => {
    await within(FLUSH_PATIENCE_MS, flush()).catch(() => undefined);
  };
}

/** `name=value` after `name=value`, each percent-encoded where it must be (OpenTelemetry, OTLP exporter configuration). */
function headersIn(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair !== '');
  return Object.fromEntries(
    pairs.map((pair) => {
      const [name = '', ...value] = pair.split('=');
      return [name.trim(), decodeURIComponent(value.join('=').trim())];
    }),
  );
}
