import Box from '@mui/material/Box';
import Link from '@mui/material/Link';
import Typography from '@mui/material/Typography';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import { useState } from 'react';
import { parameterOf } from '../key';
import { surplus } from '../pools/pools';
import { useValueText } from '../useValueText';
import type { Difference } from './differences';

interface DifferenceListProps {
  differences: readonly Difference[];
  names: ReadonlyMap<string, string>;
  /** How many stand there before one asks for all. */
  atFirst?: number;
}

/** What differs between two keys, a sentence each. */
export function DifferenceList({ differences, names, atFirst = 8 }: DifferenceListProps) {
  const t = useT();
  const words = useWords(names);
  const [all, setAll] = useState(false);
  if (differences.length === 0) {
    return <Typography color="textSecondary">{t('allocation.difference.none')}</Typography>;
  }
  const shown = all ? differences : differences.slice(0, atFirst);
  const hidden = differences.length - shown.length;
  return (
    <>
      <Box component="ul" sx={{ m: 0, pl: 2.5, '& li': { py: 0.25, overflowWrap: 'anywhere' } }}>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a list that is only read
          <li key={index}>{words(one)}</li>
        ))}
      </Box>
      {hidden > 0 && (
        <Link component="button" type="button" onClick={() => setAll(true)} sx={{ ml: 2.5, py: 0.25 }}>
          {t('allocation.difference.more', { smart_count: hidden })}
        </Link>
      )}
    </>
  );
}

function useWords(names: ReadonlyMap<string, string>): (one: Difference) => string {
  const t = useT();
  const formats = useFormats();
  const valueText = useValueText();
  const site = (id: string) => names.get(id) ?? t('allocation.site.unknown');
  const percent = (value: number) => formats.percentage(value, 4);
  const destination = (name: string) => (name === surplus ? t('allocation.pools.surplus') : name || '–');
  const change = (name: string, from: string | undefined, to: string | undefined) => {
    if (from === undefined) return t('allocation.difference.added', { name, to: to ?? '' });
    if (to === undefined) return t('allocation.difference.removed', { name, from });
    return t('allocation.difference.changed', { name, from, to });
  };
  return (one) => {
    switch (one.kind) {
      case 'method':
        return change(
          t('allocation.method.title'),
          t(`enums.AllocationAlgorithm.${one.from}`),
          t(`enums.AllocationAlgorithm.${one.to}`),
        );
      case 'number': {
        const [consumer = '', producer] = one.param.split(':');
        const kind = parameterOf(one.of) ?? 'priority';
        if (kind === 'selection') {
          return t(one.to === undefined ? 'allocation.difference.unselected' : 'allocation.difference.selected', {
            name: site(consumer),
          });
        }
        const text = (value: number | undefined) => (value === undefined ? undefined : valueText(kind, value));
        const name = producer ? `${site(producer)} → ${site(consumer)}` : site(consumer);
        return change(name, text(one.from), text(one.to));
      }
      case 'selection':
        return one.to === undefined
          ? t('allocation.difference.everyone')
          : t('allocation.difference.some', { smart_count: one.to });
      case 'poolAdded':
      case 'poolRemoved':
        return t(`allocation.difference.${one.kind}`, {
          pool: one.pool,
          percentage: percent(one.percentage),
          smart_count: one.members,
        });
      case 'poolRenamed':
        return t('allocation.difference.poolRenamed', { from: one.from, to: one.to });
      case 'poolMoved':
        return t('allocation.difference.poolMoved', { pool: one.pool, from: one.from, to: one.to });
      case 'poolPercentage':
        return change(t('allocation.difference.percentageOf', { pool: one.pool }), percent(one.from), percent(one.to));
      case 'poolDestination':
        return change(
          t('allocation.difference.destinationOf', { pool: one.pool }),
          destination(one.from),
          destination(one.to),
        );
      case 'poolAlgorithm': {
        const text = (value: typeof one.from) => (value ? t(`enums.PoolAlgorithm.${value}`) : '–');
        return change(t('allocation.difference.algorithmOf', { pool: one.pool }), text(one.from), text(one.to));
      }
      case 'member':
        return memberWords(one);
      default:
        return one satisfies never;
    }
  };
  function memberWords({ pool, participantId, from, to }: Extract<Difference, { kind: 'member' }>): string {
    const name = site(participantId);
    if (from === undefined) return t('allocation.difference.joined', { name, pool });
    if (to === undefined) return t('allocation.difference.left', { name, pool });
    const number = (value: number) => formats.number(value, 0, 4);
    return t('allocation.difference.memberNumber', { name, pool, from: number(from), to: number(to) });
  }
}
