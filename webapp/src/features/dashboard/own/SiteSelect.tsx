import MenuItem from '@mui/material/MenuItem';
import TextField from '@mui/material/TextField';
import { useT } from '@openpmo/ui/i18n/context';
import type { Participant } from '../viewpoint/viewpoint';

interface SiteSelectProps {
  own: readonly Participant[];
  siteId: string;
  onSite: (siteId: string) => void;
}

/** Which of one's sites the page is about. */
export function SiteSelect({ own, siteId, onSite }: SiteSelectProps) {
  const t = useT();
  return (
    <TextField
      select
      size="small"
      label={t('myEnergy.site')}
      value={siteId}
      onChange={(event) => onSite(event.target.value)}
      sx={{
        minWidth: 220,
        bgcolor: 'background.paper',
        '& .MuiSelect-select': { '@media (pointer: coarse)': { py: '12px' } },
      }}
    >
      {own.map(({ id, name }) => (
        <MenuItem key={id} value={id}>
          {name}
        </MenuItem>
      ))}
    </TextField>
  );
}
