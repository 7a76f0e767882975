-- Each API token holds a numbered place of its platform, so that their number is exact (createToken).

insert into claims (platform_id, name, holder)
  select platform_id, 'API token ' || row_number() over (partition by platform_id order by id), id from tokens;
