import { context, propagation, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import { SOFTWARE_VERSION } from '../health/software-version.ts';

/** Spans are sent in the background. Beyond 2,048 waiting spans, new ones are dropped. */
const EXPORT_EVERY_MS = 2_000;

/**
 * @param options.endpoint base URL, as OpenTelemetry defines OTEL_EXPORTER_OTLP_ENDPOINT
 * @param options.share share of traces to send, 0 to 1; a span follows its parent
 * @returns a function that sends the remaining spans and stops the export
 */
export function startSpanExport(options: {
  name: string;
  endpoint: string;
  headers: Record<string, string>;
  share: number;
}): () => Promise<void> {
  const { name, endpoint, headers, share } = options;
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces`, headers });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.namespace': 'clearwatch',
      'service.name': name,
      'service.version': SOFTWARE_VERSION,
    }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter, scheduledDelayMillis: EXPORT_EVERY_MS })],
  });
  trace.setGlobalTracerProvider(provider);
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return () => provider.shutdown();
}
