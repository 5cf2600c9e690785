import { applyDecorators } from '@nestjs/common';
import { IsUrl, ValidateBy, type ValidationOptions } from 'class-validator';

/** `localhost` and the loopback addresses (RFC 6761, RFC 1122, RFC 4291). */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether no one in between can read or answer what is sent to this address. */
export function isPrivateRoute(address: string): boolean {
  const url = URL.parse(address);
  return url !== null && (url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.test(url.hostname)));
}

/** The address of a service outside of the installation, which gets keys or data. */
export function IsOutboundUrl(): PropertyDecorator {
  const message = '$property must be an https:// address, or an http:// address on this machine';
  const options: ValidationOptions = { message };
  return applyDecorators(
    ValidateBy(
      {
        name: 'isOutboundUrl',
        validator: { validate: (value: unknown) => typeof value === 'string' && isPrivateRoute(value) },
      },
      options,
    ),
    IsUrl({ require_tld: false, require_protocol: true, protocols: ['http', 'https'] }, options),
  );
}

export class AnswerTooLarge extends Error {
  override readonly name = 'AnswerTooLarge';
}

/**
 * `fetch` for services outside of the installation. A redirect is an error, because it would take the key and the data
 * to another host. The caller sets the time limit.
 * @param limit.maxBytes of an answer's body, after decompression; reading more fails with AnswerTooLarge
 */
export function outboundFetch({ maxBytes }: { maxBytes: number }): typeof fetch {
  return async (input, init) => {
    const answer = await fetch(input, { ...init, redirect: 'error' });
    if (answer.body === null) return answer;
    let bytes = 0;
    const counted = answer.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          bytes += chunk.length;
          if (bytes <= maxBytes) controller.enqueue(chunk);
          else controller.error(new AnswerTooLarge(`The answer has more than ${maxBytes} bytes`));
        },
      }),
    );
    const { status, statusText, headers } = answer;
    return new Response(counted, { status, statusText, headers });
  };
}
