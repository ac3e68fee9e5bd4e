import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import type { Day } from '@openpmo/ui/formats/date';
import { useFormats, useT } from '@openpmo/ui/i18n/context';
import type { ReactNode } from 'react';
import { StatusChip } from '../../design/StatusChip';
import type { ConsentState } from './queries';

/** What may be agreed to: the text, where it stands, and each line of the register. */
export function ConsentList({ states, action }: { states: ConsentState[]; action?: (one: ConsentState) => ReactNode }) {
  const t = useT();
  const formats = useFormats();
  return (
    <Stack component="ul" spacing={2} sx={{ m: 0, p: 0, listStyle: 'none' }}>
      {states.map((one) => (
        <Stack
          key={one.purpose}
          component="li"
          direction="row"
          sx={{ gap: 1.5, flexWrap: 'wrap', alignItems: 'start' }}
        >
          <div style={{ flex: '1 1 240px', minWidth: 0 }}>
            <Typography sx={{ fontWeight: 600 }}>{t(`enums.ConsentPurpose.${one.purpose}`)}</Typography>
            <Typography variant="body2">{t(`rights.text.${one.purpose}.V1`)}</Typography>
            {one.lines.length > 0 && (
              <Typography variant="body2" color="textSecondary" component="ul" sx={{ m: 0, mt: 0.5, pl: 2.5 }}>
                {one.lines.map((line) => (
                  <li key={line.id}>
                    {[
                      t(line.given ? 'rights.line.given' : 'rights.line.withdrawn', {
                        day: formats.day(line.on as Day, 'medium'),
                        version: t(`enums.ConsentVersion.${line.version}`),
                      }),
                      t(`enums.ConsentHow.${line.how}`),
                      line.proof,
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </li>
                ))}
              </Typography>
            )}
          </div>
          <StatusChip kind="Consent" status={one.given ? 'GIVEN' : one.lines.length > 0 ? 'WITHDRAWN' : 'NONE'} />
          {action?.(one)}
        </Stack>
      ))}
    </Stack>
  );
}
