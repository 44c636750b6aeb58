// Opening hours: the WebAssembly that reads them beside opening_hours.js, and as the page fetches it.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, beforeEach, describe, test } from 'node:test';
import OpeningHours from 'opening_hours';
import { assertClean, callTool, shown, start } from './support/browser.mjs';
import { hours } from './support/hours.mjs';

const values = JSON.parse(readFileSync(new URL('../opening_hours/values.json', import.meta.url), 'utf8'));

/** Twenty moments: days of the week, times of the day, public holidays of Malta and of Finland, both nights of summer time. */
const MOMENTS = [
  '2026-01-01T11:00', '2026-01-06T10:30', '2026-02-10T18:05', '2026-03-19T12:30', '2026-03-29T04:30', '2026-04-03T16:00',
  '2026-05-01T09:15', '2026-05-14T21:40', '2026-06-19T13:20', '2026-06-29T08:40', '2026-07-15T23:10', '2026-08-15T19:50',
  '2026-09-21T14:35', '2026-10-25T02:40', '2026-10-31T06:25', '2026-11-11T17:45', '2026-12-05T20:35', '2026-12-06T12:05',
  '2026-12-08T15:55', '2026-12-26T01:25',
];

const CITIES = [
  { city: 'malta', country: 'MT', zone: 'Europe/Malta', lng: 14.51, lat: 35.9 },
  { city: 'helsinki', country: 'FI', zone: 'Europe/Helsinki', lng: 24.94, lat: 60.17 },
];

/** Why the two may differ, and on what: the first reason that holds explains a difference. */
const REASONS = [
  {
    why: 'not written by the rules: unknown here, guessed or refused there',
    holds: ({ ours }) => ours === 'unreadable',
  },
  {
    why: 'the hours after midnight go by the evening before here, and there also by the rules of the new day',
    holds: ({ value, at }) => at.slice(11) < '12:00' && hasNight(value),
  },
  {
    why: 'behind an open end it is unknown here; closed or refused there',
    holds: ({ value, ours, them }) => value.includes('+') && (ours === 'unknown' || them === 'error'),
  },
  {
    why: "Midsummer's Eve is among the holidays of Finland here (shops keep it), and is none by law",
    holds: ({ value, at, country }) => at.startsWith('2026-06-19') && country === 'FI' && value.includes('PH'),
  },
];

/** Whether a time range of the value goes past midnight. */
const hasNight = (value) => [...value.matchAll(/(\d?\d):(\d\d) ?- ?(\d?\d):(\d\d)/g)].some(([, hour, minute, toHour, toMinute]) => {
  const [from, to] = [hour * 60 + +minute, toHour * 60 + +toMinute];
  return to <= from || to > 24 * 60;
});

/** What opening_hours.js says. It takes the zone of the process. */
function theirs(value, { country, lng, lat }, at) {
  try {
    const place = { lat, lon: lng, address: { country_code: country.toLowerCase(), state: '' } };
    const them = new OpeningHours(value, place, { locale: 'en' });
    const moment = new Date(at);
    if (them.getUnknown(moment)) return 'unknown';
    return them.getState(moment) ? 'open' : 'closed';
  } catch {
    return 'error';
  }
}

describe('beside opening_hours.js', () => {
  const zone = process.env.TZ;
  after(() => { process.env.TZ = zone ?? ''; if (zone === undefined) delete process.env.TZ; });

  for (const place of CITIES) {
    test(`every value of ${place.city} at ${MOMENTS.length} moments`, async (t) => {
      process.env.TZ = place.zone;
      const ask = await hours();
      const chosen = values[place.city];
      const explained = new Map();
      const unexplained = [];
      let same = 0;
      for (const at of MOMENTS) {
        const offset = -new Date(at).getTimezoneOffset();
        const answers = ask({ ...place, at, offset }, chosen);
        for (const [index, value] of chosen.entries()) {
          const [ours, them] = [answers[index].state, theirs(value, place, at)];
          if (ours === them) {
            same += 1;
            continue;
          }
          const reason = REASONS.find((reason) => reason.holds({ value, ours, them, at, ...place }));
          if (reason) explained.set(reason.why, (explained.get(reason.why) ?? 0) + 1);
          else unexplained.push(`${value} at ${at}: ${ours} here, ${them} there`);
        }
      }
      for (const [why, count] of explained) t.diagnostic(`${count} × ${why}`);
      t.diagnostic(`${same} of ${chosen.length * MOMENTS.length} are the same`);
      assert.deepEqual(unexplained, []);
      assert.ok(same >= 0.95 * chosen.length * MOMENTS.length, `only ${same} are the same`);
    });
  }

  test('it answers every value of the list', async () => {
    const ask = await hours();
    const all = CITIES.flatMap(({ city }) => values[city]);
    const answers = ask({ ...CITIES[0], at: '2026-12-05T20:30', offset: 60 }, all);
    assert.equal(answers.length, all.length);
    for (const { state } of answers) assert.match(state, /^(open|closed|unknown|unreadable|holidays)$/);
  });
});

describe('in the page', () => {
  let site;
  before(async () => { site = await start(); });
  after(() => site?.close());
  beforeEach(() => Object.assign(site.server.options, { failures: [], throttle: [] }));

  const HOURS = /hours-[0-9a-f]+\.wasm$/;
  const fetched = (from) => site.server.log.slice(from).filter(({ path }) => HOURS.test(path)).length;
  const evening = { near: 'Valletta', categories: ['cafe'], open_at: '2026-12-05T20:30' };

  test('it is fetched at the first question and never again', async () => {
    const before = site.server.log.length;
    const page = await site.openPage();
    await shown(page);
    await callTool(page, 'find_features', { near: 'Valletta', categories: ['cafe'] });
    assert.equal(fetched(before), 0, 'it is part of the first load');
    const [first, second] = await Promise.all([evening, { ...evening, open_at: 'now' }].map((input) => callTool(page, 'find_features', input)));
    assert.equal(first.open_at, '2026-12-05T20:30');
    assert.ok(first.total > 0 && first.hours_unknown > 0, JSON.stringify(first));
    assert.match(first.recorded.opening_hours, /^\d+ of \d+$/);
    assert.match(second.open_at, /^20\d\d-\d\d-\d\dT\d\d:\d\d$/);
    const details = await callTool(page, 'get_place_details', { id: first.features[0].id, open_at: '2026-12-05T20:30' });
    assert.deepEqual(details.opening, { ...first.features[0].opening, at: '2026-12-05T20:30' });
    assert.equal(fetched(before), 1);
    assertClean(page);
  });

  test('without it a search says so, details are unknown, and the next question tries again', async () => {
    site.server.options.failures = [{ match: HOURS, status: 503, times: 2 }];
    const page = await site.openPage();
    await shown(page);
    const refused = await callTool(page, 'find_features', evening);
    assert.equal(refused.code, 'map_data_not_ready');
    // A cafe in Valletta with the tag.
    const { opening, opening_hours: tag } = await callTool(page, 'get_place_details', { id: 'osm:node:10284656109' });
    assert.ok(tag, 'this place is known to have the tag');
    assert.equal(opening.state, 'unknown');
    assert.match(opening.reason, /could not be loaded/);
    const answer = await callTool(page, 'find_features', evening);
    assert.equal(answer.code, undefined);
    assert.ok(answer.total > 0);
    assertClean(page, { allow: [/status 503/, /Failed to load resource/] });
  });
});
