import { createTestDatabase, type TestDatabase } from '@clearwatch/infra-postgres/testing/test-database';
import { Body, Controller, Get, Module, Post } from '@nestjs/common';
import type { NestExpressApplication } from '@nestjs/platform-express';
import { IsInt, IsString } from 'class-validator';
import { pino } from 'pino';
import request from 'supertest';
import type { ServiceEnvironment } from '../config/service-environment.ts';
import { AppError } from '../errors/app-error.ts';
import type { Actor } from '../identity/actor.ts';
import { Allow, AllowStaff, CurrentActor } from '../identity/identity.guard.ts';
import { IDENTITY_HEADER, IdentityKeys, signIdentity } from '../identity/identity-token.ts';
import { queueEnvironment } from '../testing/queue-fixtures.ts';
import { createServiceApplication, serviceModule } from './boot-service.ts';

class NoteRequest {
  @IsString({ message: 'Text is required' }) text!: string;
  @IsInt() stars!: number;
}

@Controller('api/notes')
class NotesController {
  @Post() @AllowStaff() write(@CurrentActor() actor: Actor, @Body() note: NoteRequest): object {
    return { by: actor.userId, stars: note.stars };
  }
  @Get('admin') @Allow('Admin') admin(): object {
    return {};
  }
  @Get('forgotten') forgotten(): object {
    return {};
  }
  @Get('broken') @AllowStaff() broken(): object {
    throw new TypeError('cannot read the account number 777001');
  }
  @Get('busy') @AllowStaff() busy(): object {
    throw new AppError('unavailable', 'Not now.', { retryAfterSeconds: 7 });
  }
}

@Module({ controllers: [NotesController] })
class NotesModule {}

const SERVICE = 'ingest';
const silent = pino({ level: 'silent' });

describe('service HTTP behavior', () => {
  let database: TestDatabase;
  let environment: ServiceEnvironment;
  let app: NestExpressApplication;
  let as: (role: 'User' | 'Admin') => string;

  beforeAll(async () => {
    database = await createTestDatabase();
    environment = queueEnvironment('postgres', {
      databaseUrl: database.urlFor('ingest'),
      queueUrl: database.urlFor('ingest'),
      redisDatabase: 0,
    });
    const definition = { name: SERVICE, environment, entities: [], api: [NotesModule] };
    app = await createServiceApplication(serviceModule(definition, silent), {
      logger: silent,
      name: SERVICE,
    });
    await app.init();
    const keys = new IdentityKeys(environment.IDENTITY_KEYS);
    as = (role) =>
      signIdentity({ userId: 7, username: 'analyst', role, requestId: 'request-1', address: null }, SERVICE, keys);
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const post = async (body: string | object) =>
    request(app.getHttpServer())
      .post('/api/notes')
      .set(IDENTITY_HEADER, as('User'))
      .set('content-type', 'application/json')
      .send(body);
  const get = async (path: string, role: 'User' | 'Admin' = 'User') =>
    request(app.getHttpServer()).get(path).set(IDENTITY_HEADER, as(role));

  it('every service accepts a signed identity', async () => {
    expect((await post({ text: 'x', stars: 5 })).body).toEqual({ by: 7, stars: 5 });
  });

  it.each([
    ['none', undefined],
    ['a forged one', 'eyJhbGciOiJub25lIn0.eyJzdWIiOiI3In0.'],
  ])('every service returns 401 when the identity is %s', async (_what, token) => {
    const call = request(app.getHttpServer()).get('/api/notes/broken');
    const answer = await (token === undefined ? call : call.set(IDENTITY_HEADER, token));
    expect([answer.status, answer.text]).toEqual([401, 'Sign in first.']);
  });

  it('every service denies a route to other roles, and to everyone when no role is declared', async () => {
    expect((await get('/api/notes/admin')).status).toBe(403);
    expect((await get('/api/notes/admin', 'Admin')).status).toBe(200);
    expect((await get('/api/notes/forgotten', 'Admin')).status).toBe(403);
  });

  it('every service explains an invalid body in plain text and rejects unknown fields', async () => {
    const answer = await post({ stars: 1.5, extra: true });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(answer.text).toContain('Text is required');
    expect(answer.text).toContain('extra');
  });

  it('every service rejects an unreadable body without repeating it', async () => {
    const answer = await post('{"text": hunter2');
    expect([answer.status, answer.text]).toEqual([400, 'The request body is not valid JSON.']);
    expect((await post('[]')).status).toBe(400);
    expect((await post(`{"text":"${'x'.repeat(300_000)}"}`)).status).toBe(413);
  });

  it('every service rejects a deeply nested body', async () => {
    const deep = '['.repeat(30_000) + ']'.repeat(30_000);
    const answer = await post(`{"text":${deep},"stars":1}`);
    expect([answer.status, answer.text]).toEqual([400, 'The body is nested too deeply.']);
  });

  it('every service reveals only the request id of a bug [security 5.16]', async () => {
    const answer = await get('/api/notes/broken');
    expect(answer.status).toBe(500);
    expect(answer.text).toMatch(/^Something went wrong on the server\. Request ID: [0-9a-f-]{36}$/);
    expect(answer.text).toContain(answer.headers['x-request-id']);
  });

  it('every service returns a retry time when it is unavailable', async () => {
    const answer = await get('/api/notes/busy');
    expect([answer.status, answer.headers['retry-after'], answer.headers['x-error-code']]).toEqual([
      503,
      '7',
      'unavailable',
    ]);
  });

  it('the health check of every service checks the database', async () => {
    const { body, status } = await request(app.getHttpServer()).get('/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ status: 'up', checks: [{ name: 'database', state: 'up' }] });
  });
});
